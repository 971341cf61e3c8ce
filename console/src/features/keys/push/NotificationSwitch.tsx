import { push } from '@claviger/contract/keys/push'
import { Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { useEffect, useState } from 'react'
import { call } from '#platform/data/call.ts'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { supportsPush, subscribe, subscribed } from './push-subscription.ts'
import { needsHomeScreen } from './home-screen.ts'
import { HomeScreen } from './HomeScreen.tsx'

export function NotificationSwitch() {
  const own = useRead(push.own, {}, { quiet: true })
  const [on, setOn] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => {
    let here = true
    subscribed().then(
      now => here && setOn(now !== null),
      () => undefined,
    )
    return () => {
      here = false
    }
  }, [])
  if (!own.data || own.data.phones.length === 0) return null
  const { applicationServerKey } = own.data

  async function begin() {
    const subscription = await subscribe(applicationServerKey).catch(() => undefined)
    if (subscription === undefined)
      return setFault(t("Your browser couldn't reach its notification service. Try again later."))
    if (!subscription)
      return setFault(t('Your browser blocks notifications from this site. Allow them in the browser settings.'))
    const { endpoint = '', keys = {} } = subscription.toJSON()
    await call(push.subscribe, { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } })
    setOn(true)
  }
  async function end() {
    const subscription = await subscribed()
    if (subscription) {
      await call(push.unsubscribe, { endpoint: subscription.endpoint })
      await subscription.unsubscribe()
    }
    setOn(false)
  }
  async function turn(wanted: boolean) {
    setBusy(true)
    setFault(null)
    try {
      await (wanted ? begin() : end())
    } catch (problem) {
      setFault((problem as Error).message)
    } finally {
      setBusy(false)
    }
  }

  if (needsHomeScreen()) return <HomeScreen />
  if (!supportsPush())
    return (
      <p className="cv-quiet">
        {t(
          "This browser doesn't support notifications. Open this page when you sign in, or scan the code on the computer.",
        )}
      </p>
    )
  return (
    <>
      {fault !== null && <Notice level="error">{fault}</Notice>}
      <Switch
        checked={on}
        disabled={busy}
        label={t('Notify me on this device about waiting sign-ins')}
        onChange={event => void turn(event.currentTarget.checked)}
      />
    </>
  )
}
