export const text = (key: string, ...values: string[]): string => chrome.i18n.getMessage(key, values)

/** The element with this ID. @throws if it doesn't exist */
export function element(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`#${id} is missing`)
  return found
}

export const field = (id: string): HTMLInputElement => element(id) as HTMLInputElement

export function fillTexts(): void {
  document.documentElement.lang = chrome.i18n.getUILanguage()
  for (const named of document.querySelectorAll<HTMLElement>('[data-text]')) {
    named.textContent = text(named.dataset['text'] ?? '')
  }
  document.title = document.querySelector('h1')?.textContent ?? ''
}
