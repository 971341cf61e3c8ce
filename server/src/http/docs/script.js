// The reference finds calls while one types, and copies examples. Without this all of it can be read as well.
const find = document.querySelector('#find')
const count = document.querySelector('#count')
const calls = [...document.querySelectorAll('article')].map(element => ({
  element,
  words: `${element.id} ${element.textContent}`.toLowerCase(),
}))
const nouns = [...document.querySelectorAll('section[data-noun]')]

const show = () => {
  const wanted = find.value.toLowerCase().split(/\s+/).filter(Boolean)
  let shown = 0
  for (const { element, words } of calls) {
    element.hidden = !wanted.every(word => words.includes(word))
    if (!element.hidden) shown++
  }
  for (const noun of nouns) {
    noun.hidden = wanted.length > 0 && noun.querySelector('article:not([hidden])') === null
    document.querySelector(`nav a[href="#${noun.id}"]`).parentElement.hidden = noun.hidden
  }
  document.querySelector('#start').hidden = wanted.length > 0
  count.textContent = wanted.length === 0 ? '' : `${shown} of ${calls.length} calls`
}
find.addEventListener('input', show)
document.addEventListener('keydown', event => {
  if (event.key !== '/' || event.target === find) return
  event.preventDefault()
  find.focus()
})

for (const button of document.querySelectorAll('button')) {
  button.hidden = false
  button.addEventListener('click', () => void copy(button))
}
find.hidden = false

async function copy(button) {
  await navigator.clipboard.writeText(button.parentElement.querySelector('pre').textContent)
  button.textContent = 'Copied'
  setTimeout(() => (button.textContent = 'Copy'), 2000)
}
