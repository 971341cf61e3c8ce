import * as z from 'zod/mini'
import { feature, del, get, post } from '../platform/endpoint.ts'
import { Done, id, instant } from '../platform/fields.ts'
import { Addressee, link } from '../platform/mailed-links.ts'

export const addressChangeDays = 7
/** After this many days it can be set without confirmation, because the old email was notified and could stop it. */
export const unconfirmedAddressDays = 3

export const AddressChange = z.object({
  email: z.string(),
  askedBy: z.string(),
  askedAt: instant,
  expiresAt: instant,
  aloneFrom: instant,
})
export type AddressChange = z.output<typeof AddressChange>

const path = '/administrator/tokens/{id}/address'

export const addresses = feature('addresses', ['users'], {
  waiting: get(path, {
    summary: "Get a user's pending email change",
    spec: 'users.address-waiting',
    input: z.object({ id }),
    reply: z.object({ change: z.nullable(AddressChange) }),
    may: 'users.read',
    fails: ['not-found'],
  }),
  cancel: del(path, {
    summary: "Cancel a user's pending email change",
    spec: 'users.address-cancel',
    input: z.object({ id }),
    reply: Done,
    may: 'users.write',
    unconfirmed: 'stops',
    fails: ['not-found', 'above-you'],
  }),
  setAlone: post(path, {
    summary:
      "Set a new email address without the old mailbox's confirmation, after three days; the old mailbox is notified",
    spec: 'users.address-set-alone',
    input: z.object({ id }),
    reply: Done,
    may: 'users.write',
    fresh: true,
    fails: ['not-found', 'above-you', 'change-refused', 'address-of-rank', 'email-taken'],
  }),
  open: post('/auth/address', {
    summary: 'Preview the email change behind a confirmation link; changes nothing',
    spec: 'users.address-open',
    input: z.object({ link }),
    reply: z.extend(Addressee, { from: z.string(), to: z.string() }),
    may: 'public',
    limit: 'registration',
    fails: ['link-spent', 'too-many'],
    silent: 'Opening a link changes nothing yet; what follows is recorded',
  }),
  answer: post('/auth/address/answer', {
    summary: 'Confirm or cancel an email change from the old mailbox',
    spec: 'users.address-answer',
    input: z.object({ link, confirm: z.boolean() }),
    reply: Done,
    may: 'public',
    limit: 'registration',
    fails: ['link-spent', 'email-taken', 'too-many'],
  }),
})
