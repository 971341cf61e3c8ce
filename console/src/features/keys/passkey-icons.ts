import type { Passkey } from '@claviger/contract/keys/credentials'
import { IconCloudLock, IconDeviceLaptop, IconDeviceMobile, IconFingerprint, IconUsb } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'

export const passkeyIcons: Record<Passkey['kind'], Icon> = {
  phone: IconDeviceMobile,
  computer: IconDeviceLaptop,
  manager: IconCloudLock,
  key: IconUsb,
  unknown: IconFingerprint,
}
