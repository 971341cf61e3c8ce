/** Steps and fields that the installation can turn on (REGISTRATION_STEPS); `address` and `payment` come with billing. */
export const optionalRegistrationSteps = ['password', 'phone', 'confirm-identity'] as const
