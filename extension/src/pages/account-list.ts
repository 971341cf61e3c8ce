import type { Account } from '../card/card-settings.ts'
import { text } from './texts.ts'

export function listAccounts(group: HTMLElement, accounts: readonly Account[], chosen: string | undefined): void {
  const usual = accounts.find(one => one.isDefault) ?? accounts[0]
  const rows = accounts.map(({ id, name, own }) => {
    const row = document.createElement('label')
    const radio = document.createElement('input')
    Object.assign(radio, { type: 'radio', name: 'opened', value: id, checked: id === (chosen ?? usual?.id) })
    const words = document.createElement('span')
    words.textContent = name
    const whose = document.createElement('small')
    whose.textContent = text(own ? 'ownAccount' : 'sharedAccount')
    words.append(whose)
    row.append(radio, words)
    return row
  })
  group.replaceChildren(...rows)
}

export const chosenIn = (group: HTMLElement): string =>
  group.querySelector<HTMLInputElement>('input:checked')?.value ?? ''
