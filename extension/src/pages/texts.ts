/** A text of _locales; values fill its places in order. */
export const text = (key: string, ...values: string[]): string => chrome.i18n.getMessage(key, values)

/** An element of the page, which must be there. */
export function element(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`#${id} is missing`)
  return found
}

/** A field of the page. */
export const field = (id: string): HTMLInputElement => element(id) as HTMLInputElement

/** Puts the words of the language into every element that names its text. */
export function fillTexts(): void {
  document.documentElement.lang = chrome.i18n.getUILanguage()
  for (const named of document.querySelectorAll<HTMLElement>('[data-text]')) {
    named.textContent = text(named.dataset['text'] ?? '')
  }
  document.title = document.querySelector('h1')?.textContent ?? ''
}
