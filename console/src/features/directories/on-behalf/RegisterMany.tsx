import {
  onBehalf,
  onBehalfServices,
  type OnBehalfService,
  serviceNames,
} from '@claviger/contract/directories/on-behalf'
import type { Run } from '@claviger/contract/work/runs'
import { Button, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { count } from '#platform/text/formats.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import type { Assigning } from '#features/people/users/Users.tsx'
import { Running } from '#features/work/runs/Running.tsx'
import { firstOf, UnableRows } from '#features/work/runs/UnableRows.tsx'
import { followAutomatic } from './automatic.ts'
import { passkeyRuns, onBehalfReasonText } from './on-behalf-labels.ts'

export default function RegisterMany({ selection, chosen, close, begun }: Assigning) {
  const [service, setService] = useState<OnBehalfService>('entra')
  const [run, setRun] = useState<Run | null>(null)
  const wish = { ...selection, service }
  const preview = useRead(onBehalf.preview, wish, { when: run === null, quiet: true, fresh: 0 })
  const leave = () => {
    begun()
    close()
  }
  const automatic = useWrite(onBehalf.autoStart, {
    done() {
      followAutomatic()
      leave()
    },
  })
  const start = useWrite(onBehalf.begin, { done: setRun })
  if (run) return <Running of={passkeyRuns} run={run} close={leave} />
  const able = preview.data?.able ?? 0
  const unable = (preview.data?.total ?? 0) - able
  const busy = start.isPending || automatic.isPending
  return (
    <Dialog
      open
      title={t('Register passkeys for {count, plural, one {# user} other {# users}}?', { count: chosen })}
      close={close}
    >
      <Stack className="cv-lead" gap={10}>
        <NativeSelect
          label={t('Service')}
          value={service}
          data={onBehalfServices.map(value => ({ value, label: serviceNames[value] }))}
          onChange={event => setService(event.currentTarget.value as OnBehalfService)}
        />
        <p>
          {t(
            "Each user gets a passkey in their access card, registered in your name, and receives an email. Users can't do this themselves.",
          )}
        </p>
        <Waiting on={preview} what={t('the preview')}>
          {preview.data && (
            <>
              <p>
                <Trans
                  id="<0>{able} of {count, plural, one {# user} other {# users}}</0> can get a passkey."
                  values={{ able: count(able), count: preview.data.total }}
                  components={[<b key="able" />]}
                />
              </p>
              {able > 0 && <p className="cv-muted">{firstOf(preview.data.names, able)}</p>}
              {unable > 0 && (
                <>
                  <p>
                    {t("{count, plural, one {# user} other {# users}} can't get a {service} passkey:", {
                      count: unable,
                      service: serviceNames[service],
                    })}
                  </p>
                  <UnableRows of={preview.data.unable} reasonOf={onBehalfReasonText} />
                </>
              )}
            </>
          )}
        </Waiting>
      </Stack>
      <div className="cv-foot">
        <Button variant="default" data-autofocus onClick={close} disabled={busy}>
          {t('Cancel')}
        </Button>
        <Button
          disabled={able === 0}
          loading={busy}
          onClick={() => (service === 'entra' ? automatic.mutate(selection) : start.mutate(wish))}
        >
          {t('Register {count, plural, one {# passkey} other {# passkeys}}', { count: able })}
        </Button>
      </div>
    </Dialog>
  )
}
