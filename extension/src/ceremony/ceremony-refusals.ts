/** A failed WebAuthn request, with the DOMException name for the page. */
export class Refused extends Error {
  /** Message key in _locales that explains it to the user; undefined if they know the reason. */
  readonly told: string | undefined
  /** The server's message for the user, used instead of that text; never passed to the page. */
  readonly words: string | undefined

  constructor(name: string, message: string, told?: string, words?: string) {
    super(message)
    this.name = name
    this.told = told
    this.words = words
  }
}

/** The user declined, or the request ended while the window was open. */
export const cancelled = (): Refused => new Refused('NotAllowedError', 'The request was canceled')
