import type { Account } from '../card/card-settings.ts'
import type { PromptReply, PromptQuestion } from '../conversation.ts'
import { chosenIn, listAccounts } from './account-list.ts'
import { readCards } from './card-field.ts'
import { element, field, fillTexts, text } from './texts.ts'

fillTexts()
const port = chrome.runtime.connect({ name: decodeURIComponent(location.hash.slice(1)) })
const steps = ['card-step', 'opened-step', 'pin-step', 'account-step', 'sign-in-step', 'read-step', 'wait-step']

function only(step: string): void {
  for (const one of steps) element(one).hidden = one !== step
  const fields = element(step)
  const first =
    fields.querySelector<HTMLElement>('input:checked') ?? fields.querySelector<HTMLElement>('input, a[href], button')
  first?.focus()
}
function answer(given: PromptReply): void {
  only('wait-step')
  port.postMessage(given)
}

const show = {
  card: () => only('card-step'),
  opened({ opened }: { opened: readonly Account[] }) {
    listAccounts(element('opened'), opened, undefined)
    only('opened-step')
  },
  pin({ left }: { left?: number | undefined }) {
    field('pin').value = ''
    element('pin-note').textContent = left === undefined ? '' : text('pinWrong', String(left))
    only('pin-step')
  },
  account({ accounts }: { accounts: readonly string[] }) {
    const buttons = accounts.map((name, account) => {
      const button = document.createElement('button')
      button.textContent = name
      button.addEventListener('click', () => answer({ account }))
      return button
    })
    element('accounts').replaceChildren(...buttons)
    only('account-step')
  },
  signIn({ words, address }: { words: string; address: string }) {
    element('required').textContent = words
    element('sign-in').setAttribute('href', address)
    only('sign-in-step')
  },
  read({ told, words }: { told: string; words?: string | undefined }) {
    element('reason').textContent = words ?? text(told)
    only('read-step')
  },
}

port.onMessage.addListener((question: PromptQuestion) => {
  element('site').textContent = text('forSite', question.site)
  if (question.ask === 'card') show.card()
  else if (question.ask === 'opened') show.opened(question)
  else if (question.ask === 'pin') show.pin(question)
  else if (question.ask === 'account') show.account(question)
  else if (question.ask === 'sign-in') show.signIn(question)
  else show.read(question)
})
port.onDisconnect.addListener(() => window.close())

readCards(card => answer({ card }))
element('opened-step').addEventListener('submit', event => {
  event.preventDefault()
  answer({ opened: chosenIn(element('opened')) })
})
element('pin-step').addEventListener('submit', event => {
  event.preventDefault()
  answer({ pin: field('pin').value.normalize('NFC') })
})
element('signed-in').addEventListener('click', () => answer({}))
for (const button of document.querySelectorAll('.close')) button.addEventListener('click', () => window.close())
