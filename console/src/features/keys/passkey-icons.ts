import type { AuthenticatorKind } from '@claviger/contract/keys/authenticators'
import { IconCloudLock, IconDeviceLaptop, IconDeviceMobile, IconId, IconKey, IconUsb } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'

export const passkeyIcons: Record<AuthenticatorKind, Icon> = {
  phone: IconDeviceMobile,
  computer: IconDeviceLaptop,
  manager: IconCloudLock,
  key: IconUsb,
  card: IconId,
  unknown: IconKey,
}
