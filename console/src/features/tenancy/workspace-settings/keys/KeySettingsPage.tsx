import { t } from '../../../../ground/text/text.ts'
import { Card } from '../../../../ground/ui/page/Card.tsx'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { CardSignIn } from './CardSignIn.tsx'
import { NewKeys } from './NewKeys.tsx'
import { Proximity, Verifier } from './OneChoice.tsx'
import classes from '../settings.module.css'

/** What a new key is given, and what holds for all of them. */
export default function KeySettingsPage() {
  return (
    <SettingsFrame open="Key settings">
      {details => (
        <div className={classes.parts}>
          <Card title={t('New keys')}>
            <NewKeys details={details} />
          </Card>
          <Card title={t('Cards at the sign-in page')}>
            <CardSignIn details={details} />
          </Card>
          <Card title={t('Bluetooth proximity')}>
            <Proximity details={details} />
          </Card>
          <Card title={t('Lost every key')}>
            <Verifier details={details} />
          </Card>
        </div>
      )}
    </SettingsFrame>
  )
}
