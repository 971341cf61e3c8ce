import { equalBytes } from '#platform/ctap/parameters.ts'
import { failCtap } from '#platform/ctap/ctap-status.ts'
import { NEXT_WITHIN } from '../authenticator.session.ts'
import type { AuthenticatorCommand } from '../command-context.ts'
import { assertion } from './assertion.ts'

export const nextAssertion: AuthenticatorCommand = async context => {
  const { session, card, faculties } = context
  const { pending } = session
  if (pending?.of !== 'assertions' || faculties.now - pending.at > NEXT_WITHIN) throw failCtap('NOT_ALLOWED')
  const [next, ...rest] = pending.ids
  const credential = card.credentials.find(({ id }) => next && equalBytes(id, next))
  if (!credential) throw failCtap('NOT_ALLOWED')
  const reply = await assertion(context, pending, credential, { named: true })
  context.session = { ...context.session, pending: { ...pending, at: faculties.now, ids: rest } }
  return reply
}
