import type { SignInMethod } from '@claviger/contract/access/sign-in.ways'
import type { Icon } from '@tabler/icons-react'
import {
  IconDeviceMobile,
  IconId,
  IconKey,
  IconMail,
  IconMessage,
  IconPassword,
  IconPhone,
  IconWorldShare,
} from '@tabler/icons-react'
import { msg } from '#platform/text/text.ts'

export const methodLabels: Readonly<Record<SignInMethod | 'external', { label: string; help: string; icon: Icon }>> = {
  passkey: {
    label: msg('Passkey or security key'),
    help: msg('Fingerprint, face, device PIN, or a key you plug in'),
    icon: IconKey,
  },
  badge: { label: msg('Access card and PIN'), help: msg('A card tapped on a reader'), icon: IconId },
  phone: {
    label: msg('Approval on a phone'),
    help: msg("A phone registered as one of the user's keys"),
    icon: IconDeviceMobile,
  },
  code: {
    label: msg('Code by email'),
    help: msg('Six digits; anyone with access to the mailbox can use them'),
    icon: IconMail,
  },
  sms: {
    label: msg('Code by text message'),
    help: msg('To the number on record; anyone who takes over the number can use it'),
    icon: IconMessage,
  },
  call: {
    label: msg('Code by call'),
    help: msg('A phone call to the number on record reads out six digits'),
    icon: IconPhone,
  },
  password: {
    label: msg('Password'),
    help: msg('Only for users who set one; can be phished'),
    icon: IconPassword,
  },
  external: { label: msg('External provider'), help: msg('Users sign in elsewhere'), icon: IconWorldShare },
}
