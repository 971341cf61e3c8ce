import { type KeyKind, keyKinds } from '@claviger/contract/keys/security-keys.kinds'
import { IconCreditCard, IconDeviceMobile, IconFingerprint, IconId, IconUsb } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'

export const kindIcons: Readonly<Record<number, Icon>> = {
  [keyKinds.smartphone]: IconDeviceMobile,
  [keyKinds.accessCard]: IconId,
  [keyKinds.hardware]: IconUsb,
  [keyKinds.smartCard]: IconCreditCard,
  [keyKinds.fingerprint]: IconFingerprint,
} satisfies Record<KeyKind, Icon>
