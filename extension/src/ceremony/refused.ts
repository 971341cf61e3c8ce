/** A ceremony that ends without a passkey, by the name of the DOMException that the page is given. */
export class Refused extends Error {
  /** Which text of _locales tells the person why; undefined where they know. */
  readonly told: string | undefined

  constructor(name: string, message: string, told?: string) {
    super(message)
    this.name = name
    this.told = told
  }
}

/** The person did not want to, or the request ended while they were thinking. */
export const cancelled = (): Refused => new Refused('NotAllowedError', 'The request was cancelled')
