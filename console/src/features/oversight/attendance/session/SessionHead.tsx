import { attendance } from '@claviger/contract/oversight/attendance'
import type { AttendanceSessionInFull } from '@claviger/contract/oversight/attendance/session-fields'
import { Button, Menu } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { Status } from '#platform/ui/bits/Status.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { ConfirmCall } from '#platform/ui/over/ConfirmCall.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Tabs } from '#platform/ui/page/Tabs.tsx'
import { LogLink } from '#shell/LogLink.tsx'
import { useSession } from '#shell/session.tsx'
import { home, sessionTabs, stateLooks } from '../session-labels.ts'

const Duplicate = lazy(() => import('./DuplicateSession.tsx'))

type Question = 'close' | 'delete' | 'duplicate'

export function SessionHead({
  session,
  active,
  actions,
}: {
  session: AttendanceSessionInFull
  active: 'overview' | 'participants'
  actions?: ReactNode
}) {
  const { can } = useSession()
  const go = useNavigate()
  const [asking, setAsking] = useState<Question | null>(null)
  const open = useWrite(attendance.open)
  const { sessionId, title, place, state, startsAt, endsAt, counts } = session
  const { shape, tone, word } = stateLooks[state]
  const input = { sessionId }
  const done = () => setAsking(null)
  return (
    <>
      <PageHead
        title={title}
        beside={
          <Status shape={shape} tone={tone}>
            {t(word)}
          </Status>
        }
        under={
          <>
            {place !== '' && <span>{place}</span>}
            <span>
              <When at={startsAt} /> – <When at={endsAt} />
            </span>
            <LogLink id={sessionId} name={title} />
          </>
        }
        actions={
          <>
            {actions}
            {can('attendance.write') && (
              <>
                {state === 'planned' && (
                  <Button loading={open.isPending} onClick={() => open.mutate(input)}>
                    {t('Open session')}
                  </Button>
                )}
                {state === 'open' && <Button onClick={() => setAsking('close')}>{t('Close session…')}</Button>}
                <MoreMenu label={t('More actions for {name}', { name: title })}>
                  {state !== 'closed' && (
                    <Menu.Item component={Link} to={`${home}/${sessionId}/edit` as '/'}>
                      {t('Edit…')}
                    </Menu.Item>
                  )}
                  <Menu.Item onClick={() => setAsking('duplicate')}>{t('Duplicate…')}</Menu.Item>
                  {state === 'planned' && (
                    <Menu.Item data-danger onClick={() => setAsking('delete')}>
                      {t('Delete…')}
                    </Menu.Item>
                  )}
                </MoreMenu>
              </>
            )}
          </>
        }
      />
      <Tabs of={sessionTabs(sessionId, active)} label={t('Session')} />
      {asking === 'close' && (
        <ConfirmCall
          of={attendance.close}
          input={input}
          title={t('Close {name}?', { name: title })}
          act={t('Close session')}
          keep={t('Keep open')}
          said={t('{name} closed and signed', { name: title })}
          close={done}
        >
          {t(
            '{present} present, {missing} missing. Closing is final: kiosks record no more taps, and the result is signed. You can still correct entries with a reason.',
            { present: counts.present, missing: counts.missing },
          )}
        </ConfirmCall>
      )}
      {asking === 'delete' && (
        <ConfirmCall
          of={attendance.remove}
          input={input}
          title={t('Delete {name}?', { name: title })}
          act={t('Delete session')}
          keep={t('Keep session')}
          said={t('{name} deleted', { name: title })}
          close={done}
          done={() => void go({ to: home } as never)}
        >
          {t("You can't undo this.")}
        </ConfirmCall>
      )}
      <Suspense>{asking === 'duplicate' && <Duplicate session={session} close={done} />}</Suspense>
    </>
  )
}
