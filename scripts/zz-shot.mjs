import { chromium } from "@playwright/test";
import { AxeBuilder } from "@axe-core/playwright";
import { readFileSync } from "node:fs";
const base="http://127.0.0.1:4555";
const token=readFileSync("/tmp/wr-docs/token","utf8").trim();
const b=await chromium.launch({executablePath:"/usr/bin/chromium",args:["--no-sandbox","--disable-gpu"]});
for (const [name,w,scheme] of [["light",1280,"light"],["dark",1280,"dark"],["phone",375,"dark"]]) {
  const c=await b.newContext({viewport:{width:w,height:800},colorScheme:scheme, bypassCSP:false});
  const r=await c.request.post(base+"/api/login",{data:{code:token}}); if(r.status()!==204) throw new Error(await r.text());
  const p=await c.newPage(); const said=[];
  p.on("console",m=>said.push(m.type()+": "+m.text())); p.on("pageerror",e=>said.push("pageerror "+e));
  await p.addInitScript(()=>{window.__v=[];document.addEventListener("securitypolicyviolation",e=>window.__v.push(e.violatedDirective+" "+e.blockedURI+" "+e.sourceFile));});
  const t=Date.now(); await p.goto(base+"/docs/api"); console.log(name,"loaded",Date.now()-t);
  await p.waitForLoadState("networkidle");
  await p.screenshot({path:`/tmp/docs-shots/${name}.png`});
  await p.keyboard.press("/"); await p.keyboard.type("archive");
  await p.screenshot({path:`/tmp/docs-shots/${name}-search.png`});
  await p.keyboard.press("Enter"); await p.waitForTimeout(300);
  console.log(p.url());
  await p.screenshot({path:`/tmp/docs-shots/${name}-op.png`});
  await p.goto(base+"/docs/api#stale"); await p.waitForTimeout(300);
  await p.screenshot({path:`/tmp/docs-shots/${name}-stale.png`});
  console.log("overflow", await p.evaluate(()=>document.documentElement.scrollWidth-innerWidth), "violations", await p.evaluate(()=>window.__v), said);
  const axe=await new AxeBuilder({page:p}).analyze();
  console.log("axe", axe.violations.map(v=>v.id+" "+v.nodes.length+" "+v.nodes[0].html.slice(0,160)));
  await c.close();
}
await b.close();
