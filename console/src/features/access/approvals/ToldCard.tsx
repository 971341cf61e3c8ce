import { push } from '@claviger/contract/keys/security-keys/push'
import { useRead } from '../../../ground/data/useRead.ts'
import { t } from '../../../ground/text/text.ts'
import { Card } from '../../../ground/ui/page/Card.tsx'
import { TellMe } from './TellMe.tsx'

/** Sign-ins approved on this device, among the own keys of people with a phone. */
export function ToldCard() {
  const own = useRead(push.own, {}, { quiet: true })
  if (!own.data || own.data.phones.length === 0) return null
  return (
    <Card title={t('Approve sign-ins on this phone')}>
      <TellMe />
    </Card>
  )
}
