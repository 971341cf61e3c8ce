import type { OwnWorkspace } from '@claviger/contract/tenancy/workspaces'
import { iconAddress } from './workspaces.ts'
import type { PartnerBrand } from './workspaces.store.ts'

export type { PartnerBrand } from './workspaces.store.ts'

export const shownPartner = (of: PartnerBrand | null): OwnWorkspace['partner'] =>
  of && { name: of.name, icon: iconAddress(of.id, of.digest), color: of.color, supportEmail: of.supportEmail }
