// The one ordered list of operations.
import type { Operation } from '../http/operation.ts';
import { readArtifactOperation } from './artifacts/read.ts';
import { readBlockOperation } from './blocks/read.ts';
import { removeBlockOperation } from './blocks/remove.ts';
import { writeBlockOperation } from './blocks/write.ts';
import { readContractOperation } from './directory/contract.ts';
import { createRowOperation } from './directory/create.ts';
import { rowHistoryOperation } from './directory/history.ts';
import { listRowsOperation } from './directory/list.ts';
import { patchRowOperation } from './directory/patch.ts';
import { readRowOperation } from './directory/read.ts';
import { removeRowOperation } from './directory/remove.ts';
import { replaceRowOperation } from './directory/replace.ts';
import { restoreRowOperation } from './directory/restore.ts';
import { dispatchReadOperation } from './dispatch/get.ts';
import { dispatchOperation } from './dispatch/post.ts';
import { healthOperation } from './health.ts';
import { batchOperation } from './invoke/batch.ts';
import { invokeOperation } from './invoke/invoke.ts';
import { invokeKeyOperation } from './invoke/invokeKey.ts';
import { openapiOperation } from './openapi.ts';
import { openapiRowsOperation } from './openapiRows.ts';
import { docsPageOperation } from './pages/docs.tsx';
import { docsFileOperations } from './pages/docsFiles.ts';
import { errorPageOperation } from './pages/error.tsx';
import { homePageOperation } from './pages/home.tsx';
import { receiptPageOperation } from './pages/receipt.tsx';
import { homeScriptOperation } from './pages/script.ts';
import { readPinsOperation } from './pins/read.ts';
import { writePinsOperation } from './pins/write.ts';
import { confirmationOperation } from './receipts/confirmation.ts';
import { readReceiptOperation } from './receipts/forensic.ts';
import { checkpointOperation } from './ledger/checkpoint.ts';
import { consistencyOperation } from './ledger/consistency.ts';
import { verifierKeyOperation } from './ledger/key.ts';
import { listEntriesOperation } from './ledger/list.ts';
import { reopenOperation } from './ledger/reopen.ts';
import { eraseBodiesOperation } from './receipts/eraseBodies.ts';
import { receiptProofOperation } from './receipts/proof.ts';
import { replayOperation } from './receipts/replay.ts';
import { jwksOperation } from './well-known/jwks.ts';
import { listReceiptsOperation } from './receipts/list.ts';
import { traceOperation } from './receipts/trace.ts';
import { receiptResultOperation } from './receipts/result.ts';
import { resolveOperation } from './resolve.ts';

export const operations: readonly Operation[] = [
  resolveOperation,
  listRowsOperation,
  createRowOperation,
  readRowOperation,
  readContractOperation,
  replaceRowOperation,
  patchRowOperation,
  removeRowOperation,
  rowHistoryOperation,
  restoreRowOperation,
  readBlockOperation,
  writeBlockOperation,
  removeBlockOperation,
  readPinsOperation,
  writePinsOperation,
  invokeOperation,
  invokeKeyOperation,
  batchOperation,
  dispatchOperation,
  dispatchReadOperation,
  listReceiptsOperation,
  readReceiptOperation,
  confirmationOperation,
  receiptProofOperation,
  receiptResultOperation,
  replayOperation,
  eraseBodiesOperation,
  traceOperation,
  listEntriesOperation,
  checkpointOperation,
  consistencyOperation,
  verifierKeyOperation,
  reopenOperation,
  jwksOperation,
  readArtifactOperation,
  openapiOperation,
  openapiRowsOperation,
  healthOperation,
  homePageOperation,
  homeScriptOperation,
  receiptPageOperation,
  errorPageOperation,
  docsPageOperation,
  ...docsFileOperations,
];
