"use client";
import { Check, Copy } from "./icons";
import { useEffect, useState } from "react";
import { say } from "@/lib/core/i18n/say";
import { Button } from "./button";

export function CopyText({ text, label = say("Copy") }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  return (
    <div className="border-line bg-panel flex w-full items-start gap-2 rounded-md border p-1.5 ps-2.5">
      <code className="min-w-0 flex-1 py-0.5 font-mono text-xs wrap-anywhere whitespace-pre-wrap">{text}</code>
      <Button
        look="ghost"
        size="small"
        aria-label={copied ? say("Copied") : label}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
        <span aria-hidden>{copied ? say("Copied") : say("Copy")}</span>
      </Button>
    </div>
  );
}
