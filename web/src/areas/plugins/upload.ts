// Uploads a package, with progress.
import type { Schema } from '../../api/types.ts';
import { uploadWithProgress, type UploadOptions } from '../../lib/upload.ts';
import { uploadPath } from './queries.ts';

export type UploadedPackage = Schema<'UploadedPackage'>;

export const uploadPackage = (file: Blob, options: UploadOptions = {}) =>
  uploadWithProgress(uploadPath, file, { ...options, contentType: 'application/zip' });
