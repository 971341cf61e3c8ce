import { onBehalf } from '@claviger/contract/directories/on-behalf'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { messages } from '@claviger/contract/platform/messages'
import type { User } from '@claviger/contract/people/users'
import { Box, Button, Checkbox, Group, NumberInput, Stack } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { useEffect, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Copy } from '#platform/ui/bits/Copy.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { nameOf } from '#features/people/users/user-status.ts'
import { useSlow } from './slow-notice.ts'
import over from '#platform/ui/over/over.module.css'

type Made = OutputOf<typeof onBehalf.makeTap.reply>

/** How long a revealed code stays visible, in milliseconds. */
const shownFor = 20_000

export default function Pass({ user, close }: { user: User; close: () => void }) {
  const [made, setMade] = useState<Made | null>(null)
  const title = t('Temporary Access Pass for {name}', { name: nameOf(user) })
  return (
    <Dialog open title={title} close={close}>
      {made ? <Code of={made} close={close} /> : <Asked user={user} made={setMade} close={close} />}
    </Dialog>
  )
}

function Asked({ user, made, close }: { user: User; made: (pass: Made) => void; close: () => void }) {
  const name = nameOf(user)
  const read = useRead(onBehalf.tap, { id: user.id }, { quiet: true, fresh: 0 })
  const [oneTime, setOneTime] = useState(true)
  const [minutes, setMinutes] = useState<number | null>(null)
  const make = useWrite(onBehalf.makeTap, { done: made })
  const slow = useSlow(read.isFetching || make.isPending)
  const pass = read.data
  const policy = pass?.policy
  const oneTimeOnly = policy?.oneTimeOnly === true
  return (
    <>
      <div className={over.text}>
        <Waiting on={read} what={t('the status of the pass')}>
          {pass && (
            <Stack gap={14}>
              {pass.exists && pass.usable && pass.endsAt !== null && (
                <Notice level="warning">
                  <Trans
                    id="{name} has a pass that is valid until <0/>. A new pass replaces it."
                    values={{ name }}
                    components={[<When key="at" at={pass.endsAt} />]}
                  />
                </Notice>
              )}
              <p>
                {t(
                  "A temporary code that lets {name} sign in to Microsoft. You read it out once; it isn't stored. {name} receives an email that it was issued.",
                  { name },
                )}
              </p>
              <NumberInput
                label={t('Minutes')}
                description={
                  policy
                    ? t('Your tenant allows {min} to {max} minutes', { min: policy.min, max: policy.max })
                    : undefined
                }
                min={policy?.min ?? 10}
                max={policy?.max ?? 43_200}
                value={minutes ?? policy?.usual ?? 60}
                onChange={value => setMinutes(Number(value))}
              />
              <Checkbox
                label={t('Valid for one sign-in only')}
                checked={oneTime || oneTimeOnly}
                disabled={oneTimeOnly}
                onChange={event => setOneTime(event.currentTarget.checked)}
              />
            </Stack>
          )}
        </Waiting>
        <div role="status">{slow && t(messages['slow-operation'])}</div>
      </div>
      <div className="cv-foot">
        <Button variant="default" onClick={close}>
          {t('Cancel')}
        </Button>
        <Button
          disabled={!pass}
          loading={make.isPending}
          onClick={() => make.mutate({ id: user.id, oneTime: oneTime || oneTimeOnly, ...(minutes && { minutes }) })}
        >
          {t('Issue pass')}
        </Button>
      </div>
    </>
  )
}

function Code({ of, close }: { of: Made; close: () => void }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!shown) return undefined
    const timer = setTimeout(() => setShown(false), shownFor)
    return () => clearTimeout(timer)
  }, [shown])
  return (
    <div className={over.once}>
      <Notice level="warning">{t('The code is shown only once. Close this window after you have read it out.')}</Notice>
      <Group gap={8} wrap="nowrap">
        <Box component="code" fz={18} lts="0.04em" ff="monospace">
          {shown ? of.code : '•'.repeat(of.code.length)}
        </Box>
        <Button variant="default" size="compact-sm" onClick={() => setShown(!shown)}>
          {shown ? t('Hide') : t('Show')}
        </Button>
        <Copy value={of.code} what={t('the code')} />
      </Group>
      {of.endsAt !== null && (
        <p>
          <Trans
            id={of.oneTime ? 'Valid for one sign-in until <0/>' : 'Valid until <0/>'}
            components={[<When key="at" at={of.endsAt} />]}
          />
        </p>
      )}
      <div className="cv-foot">
        <Button onClick={close}>{t('Done reading')}</Button>
      </div>
    </div>
  )
}
