import { t } from '#platform/text/text.ts'
import { Placeholder } from './Placeholder.tsx'

export default function LicensePage() {
  return <Placeholder title={t('License agreement')} setting="LICENSE_AGREEMENT_URL" />
}
