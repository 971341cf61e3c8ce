import type { Way } from '@claviger/contract/access/sign-in.ways'
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
import { msg } from '../../../ground/text/text.ts'

/** What a way in is called, and its picture. */
export const wayWords: Readonly<Record<Way | 'external', { label: string; help: string; icon: Icon }>> = {
  passkey: {
    label: msg('Passkey or security key'),
    help: msg('Fingerprint, face, the PIN of a device, or a key that is plugged in'),
    icon: IconKey,
  },
  badge: { label: msg('Access card and PIN'), help: msg('A card tapped at a reader'), icon: IconId },
  phone: {
    label: msg('Approval on a phone'),
    help: msg('A phone that is one of the person’s keys'),
    icon: IconDeviceMobile,
  },
  code: { label: msg('Code by email'), help: msg('Six digits; whoever reads the mailbox gets in'), icon: IconMail },
  sms: {
    label: msg('Code by text message'),
    help: msg('To the number on record; whoever takes over the number gets in'),
    icon: IconMessage,
  },
  call: {
    label: msg('Code by call'),
    help: msg('A voice reads six digits to the number on record'),
    icon: IconPhone,
  },
  password: {
    label: msg('Password'),
    help: msg('Only for people who set one; it can be phished'),
    icon: IconPassword,
  },
  external: { label: msg('External provider'), help: msg('Signs people in elsewhere'), icon: IconWorldShare },
}
