// Runs in the card page before its own scripts: presses the enroll button as soon as it exists, and reports when it responded.
const cardPage = { answered: undefined }
globalThis.cardPage = cardPage
let pressed = false

new MutationObserver(() => {
  const button = document.querySelector('main button strong')?.closest('button')
  if (!pressed && button && !button.hasAttribute('aria-disabled')) {
    pressed = true
    setTimeout(() => button.click())
  }
  // The button shows the press immediately, because it waits for the server
  if (pressed && (button?.hasAttribute('aria-disabled') || !button)) cardPage.answered ??= performance.now()
}).observe(document, { childList: true, subtree: true, attributes: true })
