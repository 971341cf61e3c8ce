import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import type { push as contract } from '@claviger/contract/keys/push'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { objectOf } from '../security-keys/security-keys.ts'
import { transact, userOf, workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import { isEndpoint, push } from '#integrations/web-push/push-message.ts'
import { ownKey } from '#integrations/web-push/own-key.ts'
import * as store from './push.store.ts'

const mostBrowsers = 5

export async function ownPhones(ctx: TransactionContext) {
  const [phones, key] = await sendTogether(store.findPhones(ctx.db, userOf(ctx).id, ctx.clock.now()), ownKey(ctx))
  return { applicationServerKey: key.publicKey, phones: phones.map(({ id, name, told }) => ({ id, name, told })) }
}

export async function subscribe(
  ctx: TransactionContext,
  input: OutputOf<(typeof contract)['calls']['subscribe']['input']>,
) {
  const [publicKey, auth] = [Buffer.from(input.keys.p256dh, 'base64url'), Buffer.from(input.keys.auth, 'base64url')]
  const isPoint = publicKey.length === 65 && publicKey[0] === 4
  if (!isEndpoint(ctx.config, input.endpoint) || !isPoint || auth.length !== 16) throw problem('push-refused')
  const phones = await store.findPhones(ctx.db, userOf(ctx).id, ctx.clock.now())
  const phone = phones.find(one => input.securityKeyId === undefined || one.id === input.securityKeyId)
  if (!phone) throw problem('no-phone')
  await store.saveSubscription(ctx.db, {
    workspace_id: workspaceOf(ctx),
    id: newId(),
    security_key_id: phone.id,
    endpoint: input.endpoint,
    public_key: publicKey,
    auth,
    created_at: ctx.clock.now(),
  })
  await store.trimSubscriptions(ctx.db, phone.id, mostBrowsers)
  await record(ctx, { action: 'phone.told', object: objectOf(phone) })
  return { ...doneReply, name: phone.name }
}

export async function unsubscribe(ctx: TransactionContext, input: { endpoint: string }) {
  const phone = await store.deleteSubscription(ctx.db, userOf(ctx).id, input.endpoint)
  if (phone) await record(ctx, { action: 'phone.not-told', object: objectOf(phone) })
  return doneReply
}

export const mayApprove = async (ctx: TransactionContext, user: string, key: string): Promise<boolean> =>
  (await store.findPhones(ctx.db, user, ctx.clock.now())).some(phone => phone.id === key)

const request = { id: 'push', ip: '', userAgent: '' }
const nobody = { kind: 'nobody' } as const

/**
 * Notifies all phones of a user that can approve sign-ins; valid for `seconds`. Deletes browsers that no
 * longer accept messages. Returns how many accepted; an unreachable one is only logged, because its owner can
 * open the page manually.
 */
export async function notifyPhones(
  world: AppContext,
  to: { workspace: string; user: string },
  message: object,
  seconds: number,
): Promise<number> {
  const there = { actor: nobody, request, workspace: to.workspace }
  const all = await transact(world, there, async ctx => {
    const phones = await store.findPhones(ctx.db, to.user, ctx.clock.now())
    return store.subscriptionsOfKeys(
      ctx.db,
      phones.map(phone => phone.id),
    )
  })
  const reached = await Promise.all(
    all.map(async one => {
      const browser = { endpoint: one.endpoint, publicKey: one.public_key, auth: one.auth }
      const outcome = await push(world, browser, message, seconds).catch((error: unknown) => {
        world.log.warn({ reason: (error as Error).message, host: new URL(one.endpoint).host }, 'a phone was not told')
        return 'lost' as const
      })
      if (outcome === 'gone') await transact(world, there, ctx => store.forgetSubscription(ctx.db, one.id))
      return outcome === 'sent'
    }),
  )
  return reached.filter(Boolean).length
}
