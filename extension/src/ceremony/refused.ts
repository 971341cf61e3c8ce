/** A ceremony that ends without a passkey, by the name of the DOMException that the page is given. */
export class Refused extends Error {
  /** Which text of _locales tells the person why; undefined where they know. */
  readonly told: string | undefined
  /** Words of the server for the person, in place of that text; the page is not given them. */
  readonly words: string | undefined

  constructor(name: string, message: string, told?: string, words?: string) {
    super(message)
    this.name = name
    this.told = told
    this.words = words
  }
}

/** The person did not want to, or the request ended while they were thinking. */
export const cancelled = (): Refused => new Refused('NotAllowedError', 'The request was canceled')
