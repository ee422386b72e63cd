/**
 * A response that holds a text. Whoever sends it over a connection takes the text as it is: to make a stream of it and to read
 * it out again takes longer than most of what is done to answer. Everybody else finds a response like any other.
 */
class TextResponse extends Response {
  readonly #text: string;
  #whole: Response | undefined;

  constructor(text: string, init: ResponseInit) {
    super(null, init);
    this.#text = text;
  }

  /** The text of a response of this kind; undefined for any other. */
  static textOf(response: Response): string | undefined {
    return response instanceof TextResponse ? response.#text : undefined;
  }

  override get body(): Response["body"] {
    return this.#own.body;
  }
  override get bodyUsed(): boolean {
    return this.#whole?.bodyUsed ?? false;
  }
  override text(): Promise<string> {
    return this.#own.text();
  }
  override json(): Promise<unknown> {
    return this.#own.json();
  }
  override arrayBuffer(): Promise<ArrayBuffer> {
    return this.#own.arrayBuffer();
  }
  override blob(): Promise<Blob> {
    return this.#own.blob();
  }
  override formData(): Promise<FormData> {
    return this.#own.formData();
  }
  override clone(): Response {
    return this.#own.clone();
  }

  get #own(): Response {
    return (this.#whole ??= new Response(this.#text, { status: this.status, headers: this.headers }));
  }
}

/** A response that holds a text; its type must be among the headers. */
export function responseOf(text: string, init: ResponseInit): Response {
  return new TextResponse(text, init);
}

/** The text that a response was made of by `responseOf`; undefined for any other response. */
export function knownText(response: Response): string | undefined {
  return TextResponse.textOf(response);
}
