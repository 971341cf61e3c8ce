import { General } from '../../tenancy/workspace-settings/General.tsx'
import { WorkspaceDeletion } from './WorkspaceDeletion.tsx'

/** The general settings of the workspace, and its end. */
export default function GeneralPage() {
  return <General End={WorkspaceDeletion} />
}
