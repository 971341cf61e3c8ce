import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { fillMessage } from '@claviger/contract/keys/extension'
import { passwordTypes, type storedPasswords } from '@claviger/contract/keys/stored-passwords'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { originOf } from '#platform/secrets/secret-stays.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { withoutTransaction } from '#http/bind.ts'
import { refusedByPolicy } from '#features/decide/decisions/decisions.refusal.ts'
import { decideUse, keptDecisionOf, noteReports } from '#features/decide/decisions/decisions.ts'
import { userById } from '#features/people/users/users.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import { withTappedCard } from '../access-keys/access-keys.ts'
import { withHolder } from '../held-keys/held-keys.holder.ts'
import { type PasswordRow, passwordsOf } from './stored-passwords.store.ts'
import { storedPasswordSubject, logFieldsOfPassword } from './stored-passwords.ts'

type Input<Call extends 'offered' | 'fill'> = OutputOf<(typeof storedPasswords)[Call]['input']>

const hostOf = (origin: string) => new URL(origin).hostname

const passwordsAt = async (ctx: TransactionContext, account: string, origin: string): Promise<PasswordRow[]> =>
  (await passwordsOf(ctx.db, account)).filter(
    ({ type, url }) => type === passwordTypes.web && url !== null && originOf(url) === origin,
  )

/**
 * Names of the passwords that a tapped card can fill in at a site. @throws what withHolder throws, and
 * card-unreadable
 */
export const offerPasswords = withoutTransaction((ctx: RequestContext, input: Input<'offered'>) =>
  withTappedCard(ctx, { ...input, session: undefined }, read =>
    withHolder(ctx, { ...read, ...shownOf(input), proof: undefined }, async (inner, { account }) => ({
      items: (await passwordsAt(inner, account, input.origin)).map(row => ({
        id: row.id,
        username: row.username,
        pinRequired: row.pin_required,
      })),
    })),
  ),
)

/**
 * Returns a password for its site.
 * @throws what withHolder throws, card-unreadable, not-found, policy-refused; pin-needed if the PIN was not
 * entered for this password and site
 */
export const fillPassword = withoutTransaction((ctx: RequestContext, input: Input<'fill'>) => {
  const { proof, passwordId, origin } = input
  const shown =
    proof === undefined
      ? undefined
      : { message: Buffer.from(fillMessage(passwordId, origin)), param: Buffer.from(proof, 'base64url') }
  return withTappedCard(ctx, input, read =>
    withHolder(ctx, { ...read, ...shownOf(input), proof: shown }, async (inner, holder) => {
      const row = (await passwordsAt(inner, holder.account, origin)).find(({ id }) => id === passwordId)
      if (!row) throw problem('not-found')
      if (row.pin_required && !holder.verified) throw problem('pin-needed')
      const decision = await decideUse(inner, holder.known)
      const { owner: by, key } = holder
      const at = { site: hostOf(origin), account: row.username }
      if (!decision.verdict.allowed)
        throw refusedByPolicy(inner, decision, { action: 'security-key.refused', by, object: key, after: at })
      await noteReports(inner, decision)
      const whose = await userById(inner, holder.account)
      await record(inner, {
        action: 'stored-password.filled',
        by,
        object: { type: 'user', id: holder.account, name: `${whose?.first_name} ${whose?.last_name}` },
        after: { ...logFieldsOfPassword(row), ...(holder.audited && { securityKey: key.name }) },
        ...(holder.audited && { decision: keptDecisionOf(decision) }),
      })
      const password = (await sealerOfWorkspace(inner))
        .open(row.sealed, storedPasswordSubject(row.id, row.user_id))
        .toString()
      return { username: row.username, password }
    }),
  )
})

const shownOf = ({ account, origin }: Pick<Input<'offered'>, 'account' | 'origin'>) => ({
  account,
  rpId: hostOf(origin),
})
