import { type AgentFile, computers } from '@claviger/contract/keys/computers'
import { Button, Stack } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Value } from '#platform/ui/bits/Value.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { download } from '#platform/ui/list/exportRows.ts'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { Facts } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'

const KeysLink = ({ children }: { children?: ReactNode }) => (
  <Link className="cv-linked" to="/dashboard/api/keys">
    {children}
  </Link>
)

const save = (file: AgentFile) =>
  download('claviger-agent.json', 'application/json', `${JSON.stringify(file, null, 2)}\n`)

function Made({ file }: { file: AgentFile }) {
  return (
    <>
      <Notice level="warning">
        {t("Save the file now. The secret in it isn't stored, so you can't download the file again.")}
      </Notice>
      <Value of={file.enrolmentSecret} what={t('enrollment secret')} />
      <Button leftSection={<IconFileDownload size={16} stroke={1.8} aria-hidden />} onClick={() => save(file)}>
        {t('Save file')}
      </Button>
      <p className="cv-lead">
        {t("Put the file next to the agent on each computer. An agent doesn't need it after it registers.")}
      </p>
    </>
  )
}

/** What agents need to register: the server's address and the enrollment secret. */
export default function Configuration({ close }: { close: () => void }) {
  const { can } = useSession()
  const [file, setFile] = useState<AgentFile | null>(null)
  const [sure, setSure] = useState(false)
  const read = useRead(computers.config, {}, { quiet: true })
  const make = useWrite(computers.newSecret, { done: setFile })
  const config = read.data
  const replaces = config !== undefined && config.secret !== null
  return (
    <Panel open title={t('Agent configuration')} close={close}>
      <Waiting on={read} what={t('the configuration')}>
        {config && (
          <Stack gap={16}>
            <p className="cv-lead">
              <Trans
                id="A computer registers with this file and an API key of type <0>Clients</0>."
                components={[<KeysLink key="keys" />]}
              />
            </p>
            <Facts
              of={[
                [t('Server'), config.server],
                [t('Workspace ID'), <code key="id">{config.workspaceId}</code>],
                [
                  t('Enrollment secret'),
                  config.secret === null ? (
                    t('None yet')
                  ) : (
                    <Trans
                      key="secret"
                      id="Created <0/> by {name}"
                      values={{ name: config.secret.madeBy }}
                      components={[<When key="at" at={config.secret.madeAt} as="ago" />]}
                    />
                  ),
                ],
              ]}
            />
            {file && <Made file={file} />}
            {!file && can('devices.write') && (
              <>
                {sure && (
                  <Notice level="warning">
                    {t(
                      'Your current file will no longer work for new computers. Registered computers stay registered.',
                    )}
                  </Notice>
                )}
                <Button
                  {...(sure ? { color: 'red' } : {})}
                  loading={make.isPending}
                  onClick={() => (replaces && !sure ? setSure(true) : make.mutate({}))}
                >
                  {replaces ? t('Replace secret') : t('Create configuration')}
                </Button>
              </>
            )}
          </Stack>
        )}
      </Waiting>
    </Panel>
  )
}
