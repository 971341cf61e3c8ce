import { partnerPanel } from '@claviger/contract/governance/partner-panel'
import { bind } from '#http/bind.ts'
import { deleteCustomer } from '#features/access/workspace-deletion/workspace-deletion.others.ts'
import {
  changeCustomerSettings,
  createCustomer,
  customer,
  disableKeys,
  filterCustomers,
  getRule,
  listCustomers,
  oneCustomer,
  ownLicenses,
  partnerOverview,
  requestLicenses,
  setRule,
  withdrawRequest,
} from './partner-panel.ts'

export default bind(partnerPanel, {
  list: listCustomers,
  one: oneCustomer,
  filter: filterCustomers,
  info: partnerOverview,
  create: createCustomer,
  settings: changeCustomerSettings,
  disableKeys,
  async remove(ctx, { id, name }) {
    await customer(ctx, id)
    return deleteCustomer(ctx, { id, name })
  },
  licenses: ownLicenses,
  request: requestLicenses,
  withdraw: withdrawRequest,
  rule: getRule,
  setRule,
})
