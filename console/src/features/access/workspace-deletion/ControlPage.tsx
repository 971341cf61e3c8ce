import { Governance } from '#features/tenancy/workspaces/Governance.tsx'
import { OneWorkspace } from '#features/tenancy/workspaces/OneWorkspace.tsx'
import { Endings } from './Endings.tsx'

export default function ControlPage() {
  return <OneWorkspace>{workspace => <Governance workspace={workspace} End={Endings} />}</OneWorkspace>
}
