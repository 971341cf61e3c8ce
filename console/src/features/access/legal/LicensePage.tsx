import { Placeholder } from './Placeholder.tsx'

/** The license agreement, until the installation names its own. */
export default function LicensePage() {
  return <Placeholder title="License agreement" setting="LICENSE_AGREEMENT_URL" />
}
