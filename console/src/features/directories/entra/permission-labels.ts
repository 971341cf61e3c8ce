import type { EntraPermission } from '@claviger/contract/directories/entra'
import { entraPermissions } from '@claviger/contract/directories/entra'
import { t } from '#platform/text/text.ts'

export const purposeOf = (name: EntraPermission): string => t(entraPermissions[name])
