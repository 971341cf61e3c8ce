// Runs in the card page before anything of its own: presses the button to enroll as soon as it is there, and says when it answered.
const cardPage = { answered: undefined }
globalThis.cardPage = cardPage
let pressed = false

new MutationObserver(() => {
  const button = document.querySelector('main button strong')?.closest('button')
  if (!pressed && button && !button.hasAttribute('aria-disabled')) {
    pressed = true
    setTimeout(() => button.click())
  }
  // A press shows at once: the button waits for the server
  if (pressed && (button?.hasAttribute('aria-disabled') || !button)) cardPage.answered ??= performance.now()
}).observe(document, { childList: true, subtree: true, attributes: true })
