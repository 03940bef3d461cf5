import { createService } from '../../contract/service.ts'

export const accountService = createService()
