import { General } from '#features/tenancy/workspace-settings/General.tsx'
import { WorkspaceDeletion } from './WorkspaceDeletion.tsx'

export default function GeneralPage() {
  return <General End={WorkspaceDeletion} />
}
