import { workflows } from '@claviger/contract/automation/workflows'
import { workflowTypeNames, type WorkflowInFull } from '@claviger/contract/automation/workflows/workflow-content'
import { Button, NativeSelect } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { CallError } from '#platform/data/refusal.ts'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When as At } from '#platform/ui/bits/When.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { FieldSet } from '#platform/ui/form/FieldSet.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import type { Fields } from '#platform/ui/form/useFields.ts'
import LeaveGuard from '#platform/ui/over/LeaveGuard.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { SlicedContent } from '#platform/ui/loading/SlicedContent.tsx'
import { LogLink } from '#shell/LogLink.tsx'
import { useSession } from '#shell/session.tsx'
import { NamesContext, useKnown } from '#features/decide/policy-content/known-names.ts'
import { PickMany } from '#features/decide/policy-content/PickMany.tsx'
import { fromUsers } from '#features/decide/policy-content/name-sources.ts'
import { NextRuns } from './editor/NextRuns.tsx'
import { contentOf, draftOf, newDraft, startOf } from './editor/workflow-draft.ts'
import { Settings } from './editor/Settings.tsx'
import { When } from './editor/When.tsx'
import { OneWorkflow } from './OneWorkflow.tsx'
import { home, typeName, typeDescriptions } from './workflow-labels.ts'
import { WorkflowMenu } from './WorkflowMenu.tsx'
import { WorkflowSwitch } from './WorkflowsPage.tsx'

function Type() {
  const { fields } = useFormState()
  const { type } = contentOf(fields.values)
  return (
    <NativeSelect
      label={t('Type')}
      value={String(type)}
      error={fields.errors['type']}
      description={t(typeDescriptions[type] ?? '')}
      data={Object.entries(workflowTypeNames).map(([value, label]) => ({ value, label: t(label) }))}
      onChange={event => {
        for (const [name, value] of Object.entries(startOf(Number(event.currentTarget.value)))) fields.set(name, value)
      }}
    />
  )
}

function Inputs({ of, may }: { of: WorkflowInFull | null; may: boolean }) {
  const { fields } = useFormState()
  const go = useNavigate()
  const { type, notify } = contentOf(fields.values)
  const cancel = of ? { label: t('Discard'), do: fields.reset } : { do: () => void go({ to: home } as never) }
  return (
    <Grid columns="minmax(0, 640px) minmax(240px, 360px)" gap="20px 32px" align="start" below={1024}>
      <FieldSet label={t('Workflow')} maw={640} disabled={!may}>
        <Text name="name" label={t('Name')} autoComplete="off" maxLength={100} />
        <Text name="description" label={t('Description')} autoComplete="off" maxLength={500} />
        {of === null ? <Type /> : <p className="cv-quiet">{t(typeDescriptions[type] ?? '')}</p>}
        <Settings type={type} />
        <When />
        <PickMany
          label={t('Email these users when a run fails')}
          from={fromUsers}
          value={notify ?? []}
          error={fields.errors['notify']}
          change={ids => fields.set('notify', ids)}
        />
        {may && <Foot save={of ? t('Save workflow') : t('Add workflow')} cancel={cancel} />}
      </FieldSet>
      <NextRuns id={of?.id} />
    </Grid>
  )
}

/** Shows a refusal because of a duplicate name at the name field. */
function placed({ code, message }: CallError, fields: Fields): boolean {
  if (code !== 'workflow-name-taken') return false
  fields.fault('name', message)
  return true
}

function NewWorkflow() {
  const go = useNavigate()
  const start = useRead(workflows.start, {}, { quiet: true })
  const known = useKnown()
  if (start.isPending) return <Bones lines={8} />
  return (
    <NamesContext value={known}>
      <PageHead title={t('New workflow')} />
      <Form
        of={workflows.create}
        start={newDraft(start.data?.zone ?? 'UTC')}
        refused={placed}
        guard={LeaveGuard}
        done={made => {
          toast('success', t('{name} added', { name: made.name }))
          void go({ to: `${home}/${made.id}`, ignoreBlocker: true } as never)
        }}
      >
        <SlicedContent>
          <Inputs of={null} may />
        </SlicedContent>
      </Form>
    </NamesContext>
  )
}

function Head({ of }: { of: WorkflowInFull }) {
  const go = useNavigate()
  return (
    <>
      <PageHead
        title={of.name}
        beside={
          <>
            <WorkflowSwitch of={of} />
            <Tag>{typeName(of.type)}</Tag>
          </>
        }
        under={
          <>
            <span>{t('Runs with the permissions of {maker}', { maker: of.maker })}</span>
            {of.nextRunAt !== null && (
              <span>
                {t('Next run')} <At at={of.nextRunAt} />
              </span>
            )}
            <LogLink id={of.id} name={of.name} />
          </>
        }
        actions={
          <>
            <Button component={Link} variant="default" to={`${home}/${of.id}/logs` as '/'}>
              {t('Runs')}
            </Button>
            <WorkflowMenu of={of} gone={() => void go({ to: home, ignoreBlocker: true } as never)} />
          </>
        }
      />
      {of.paused !== null && (
        <Notice level="error">
          {t(
            '{maker} was responsible for this workflow but no longer has the required permissions. The administrator who turns it on becomes responsible for it.',
            {
              maker: of.maker,
            },
          )}
        </Notice>
      )}
    </>
  )
}

function Editor({ of }: { of: WorkflowInFull }) {
  const { can } = useSession()
  const known = useKnown(of.names)
  return (
    <NamesContext value={known}>
      <Head of={of} />
      <Form
        key={of.version}
        of={workflows.update}
        start={draftOf(of)}
        fixed={{ id: of.id, version: of.version }}
        refused={placed}
        guard={LeaveGuard}
        done={saved => toast('success', t('{name} saved', { name: saved.name }))}
      >
        <Inputs of={of} may={can('workflows.write')} />
      </Form>
    </NamesContext>
  )
}

export default function WorkflowPage() {
  const { id } = useParams({ strict: false }) as { id?: string }
  return id === undefined ? (
    <NewWorkflow />
  ) : (
    <OneWorkflow key={id} id={id}>
      {found => <Editor of={found} />}
    </OneWorkflow>
  )
}
