import type { OwnWorkspace } from '@claviger/contract/tenancy/workspaces'
import { iconAddress } from './workspaces.ts'

/** The partner of a workspace, as the database tells it to the customer. */
export interface PartnerBrand {
  id: string
  name: string
  digest: string | null
  color: string | null
  supportEmail: string | null
}

export const shownPartner = (of: PartnerBrand | null): OwnWorkspace['partner'] =>
  of && { name: of.name, icon: iconAddress(of.id, of.digest), color: of.color, supportEmail: of.supportEmail }
