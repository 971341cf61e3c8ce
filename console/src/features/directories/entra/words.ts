import type { EntraPermission } from '@claviger/contract/directories/entra'
import { entraPermissions } from '@claviger/contract/directories/entra'
import { t } from '../../../ground/text/text.ts'

/** What a permission is for. */
export const purposeOf = (name: EntraPermission): string => t(entraPermissions[name])
