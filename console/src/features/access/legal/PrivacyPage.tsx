import { t } from '#platform/text/text.ts'
import { Placeholder } from './Placeholder.tsx'

export default function PrivacyPage() {
  return <Placeholder title={t('Privacy policy')} setting="PRIVACY_POLICY_URL" />
}
