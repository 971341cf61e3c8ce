import * as z from 'zod/mini'
import { feature, post } from '../platform/endpoint.ts'
import { Done, instant, Nothing, optionalText } from '../platform/fields.ts'
import { Addressee, link } from '../platform/mailed-links.ts'
import { pinLength, PinConfig } from '../platform/pin.ts'
import { CardInput } from './card-numbers.ts'
import { Registration } from './ceremony.ts'

export const keyPurposes = ['card', 'hardware', 'phone'] as const

const Tapped = CardInput.shape
const name = optionalText(100)
const stores = {
  reply: z.extend(Done, { name: z.string() }),
  may: 'enrolling',
  limit: 'registration',
  bodyLimit: 128 * 1024,
  fails: [
    'link-spent',
    'challenge-refused',
    'passkey-refused',
    'passkey-malformed',
    'passkey-taken',
    'model-denied',
    'attestation-demanded',
  ],
} as const

export const keyActivation = feature(
  'key-activation',
  ['security-keys', 'key-acts', 'users', 'statistics', 'groups', 'credentials'],
  {
    open: post('/auth/key-activation', {
      summary: 'Open the activation link of a security key; the session lasts 30 minutes',
      input: z.object({ link }),
      reply: z.extend(Addressee, {
        session: z.string(),
        purpose: z.enum(keyPurposes),
        recovers: z.boolean(),
        keyName: z.string(),
        pin: z.boolean(),
        mailbox: z.boolean(),
        endsAt: instant,
      }),
      may: 'public',
      limit: 'registration',
      fails: ['link-spent', 'workspace-disabled', 'too-many'],
      silent: 'Opening a link changes nothing yet; what follows is recorded',
    }),
    tap: post('/auth/key-activation/tap', {
      summary: 'Check whether the tapped card can become the key of this link; stores nothing',
      input: z.object(Tapped),
      reply: z.extend(Done, { cardEnd: z.string() }),
      may: 'enrolling',
      limit: 'registration',
      fails: ['link-spent', 'workspace-disabled', 'card-unreadable', 'card-taken', 'card-other'],
    }),
    pinConfig: post('/auth/pin-config', {
      summary: 'Get the PIN rules for card activation',
      spec: 'credentials.pin-config',
      input: Nothing,
      reply: z.object({ pinConfig: PinConfig }),
      may: 'enrolling',
      limit: 'registration',
      fails: ['link-spent', 'workspace-disabled'],
    }),
    setCard: post('/auth/setId', {
      summary: 'Activate the tapped card with its PIN; without a PIN, the card holder sets it at the next tap',
      spec: 'credentials.set-card-pin',
      input: z.object({
        ...Tapped,
        pin: z.optional(z.string().check(z.minLength(1, 'PIN is required'), z.maxLength(pinLength.max))),
      }),
      /** `mailed` if the user was told by email to set the PIN at the next tap. */
      reply: z.extend(Done, { mailed: z.boolean() }),
      may: 'enrolling',
      limit: 'registration',
      fails: ['link-spent', 'workspace-disabled', 'card-unreadable', 'card-taken', 'card-other', 'pin-unfit'],
    }),
    addHardware: post('/auth/hardware/credential', {
      summary: 'Save the passkey of a hardware key or phone from its activation link and activate the key',
      spec: 'credentials.hardware-add',
      input: z.object({ authenticationInfo: Registration, name }),
      ...stores,
    }),
    registerHardware: post('/register/hardware', {
      summary: 'Save the passkey from an activation link, by device name',
      spec: 'credentials.register-hardware',
      input: z.object({ authenticationInfo: Registration, deviceName: name }),
      ...stores,
    }),
  },
)
