import { logged, refusals } from '../platform/text-declarations.ts'

export const baselinesLog = logged({
  'baseline.published': { label: 'Baseline published', did: 'published the baseline <0/>' },
  'baseline.deleted': { label: 'Baseline deleted', did: 'deleted the baseline <0/>' },
  'baseline.offered': { label: 'Baseline offered', did: 'offered the baseline <0/>' },
  'baseline.withdrawn': { label: 'Baseline withdrawn', did: 'withdrew the baseline <0/>' },
  'baseline.accepted': { label: 'Baseline accepted', did: 'accepted the baseline <0/>' },
  'baseline.declined': { label: 'Baseline declined', did: 'declined the baseline <0/>' },
  'baseline.drifted': {
    label: 'Settings differ from the baseline',
    did: 'found settings that differ from the baseline <0/>',
  },
})

export const baselinesRefusals = refusals({
  'baseline-name-taken': {
    status: 409,
    says: 'You already have a baseline with this name',
    constraint: 'baselines_name',
  },
  'baseline-not-portable': {
    status: 422,
    says: "An access policy names users, groups, devices, or applications, which other workspaces don't have",
  },
  'baseline-too-large': { status: 422, says: 'This baseline is larger than 1 MB. Choose fewer policies' },
  'too-many-baselines': { status: 409, says: 'You can have at most 50 baselines. Delete one first' },
  'baseline-obstacle': {
    status: 409,
    says: 'A setting of this workspace prevents accepting the baseline',
  },
})
