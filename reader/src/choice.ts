import type { Choose } from './present.ts'
import type { Account } from './server/access-key.ts'

const lineOf = ({ name, own, isDefault }: Account, place: number) =>
  `  ${place + 1}  ${name}${own ? ' (your own)' : ''}${isDefault ? ' (default)' : ''}`

/**
 * Selection of an account (`--account`): interactively, by number, where an empty line selects the default; otherwise
 * by name or ID, `own`, or `default`. `nextLine` reads the next input; a card tapped instead goes to `instead`.
 */
export function chooser(
  account: string,
  {
    nextLine,
    instead,
    tell,
  }: {
    readonly nextLine: () => Promise<string | undefined>
    readonly instead: (line: string) => void
    readonly tell: (words: string) => void
  },
): Choose {
  const usual = (accounts: readonly Account[]) => accounts.find(one => one.isDefault) ?? accounts[0]

  async function ask(accounts: readonly Account[]): Promise<Account | undefined> {
    tell(['This card opens several accounts:', ...accounts.map(lineOf)].join('\n'))
    for (;;) {
      tell('Enter its number, or press Enter for the default:')
      const line = await nextLine()
      if (line === undefined || line === '') return usual(accounts)
      const place = /^\d{1,3}$/.test(line) ? Number(line) : 0
      const chosen = accounts[place - 1]
      if (chosen) return chosen
      if (line.length > 3) {
        instead(line)
        return undefined
      }
    }
  }

  function named(accounts: readonly Account[]): Account | undefined {
    const wanted = account.toLocaleLowerCase()
    const found = accounts.find(({ id, name }) => id === account || name.toLocaleLowerCase() === wanted)
    if (!found) tell(`This card does not open ${account}: nothing is presented`)
    return found
  }

  if (account === 'ask') return ask
  if (account === 'default') return accounts => Promise.resolve(usual(accounts))
  if (account === 'own') return accounts => Promise.resolve(accounts.find(one => one.own))
  return accounts => Promise.resolve(named(accounts))
}
