import { Problem, problem } from '#platform/problem.ts'
import { msg } from '#platform/languages.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { isReached } from '#features/people/users/users.phones.ts'
import type { UserRow } from '#features/people/users/users.ts'
import { tryToReserveGuess } from '#features/access/guesses/guesses.ts'
import { textedCountries } from '#features/access/self-service-settings/self-service-settings.ts'
import { noteRefusedVisit } from '../failed.ts'
import type { Visit } from '../visit.ts'

type Phone = Pick<UserRow, 'phone_country' | 'phone_number'>

const numberOf = ({ phone_country: country, phone_number: number }: Phone): string | null =>
  number === null ? null : `${country ?? ''}${number}`

/** Can codes be sent to the number on record: an ordinary phone of one of these countries? */
export function isTexted(countries: readonly string[], user: Phone): boolean {
  const number = numberOf(user)
  return number !== null && isReached(countries, number)
}

/**
 * The number on record for a text message, which is counted; undefined if codes can't be sent to it. Messages cost
 * money, so they are limited per number and per workspace and hour.
 * @throws visit-limit
 */
export async function numberToText(ctx: TransactionContext, visit: Visit, user: Phone): Promise<string | undefined> {
  const number = numberOf(user)
  if (number === null) return undefined
  if (!isReached(await textedCountries(ctx), number)) {
    await noteRefusedVisit(ctx, visit, msg("Codes can't be sent to the country or type of this phone number"))
    return undefined
  }
  const taken = await tryToReserveGuess(ctx, ['texts to a number', number], ['texts of card pages', workspaceOf(ctx)])
  if (taken instanceof Problem) throw problem('visit-limit')
  return number
}
