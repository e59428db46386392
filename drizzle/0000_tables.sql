CREATE TABLE `batch_assertions` (
	`held` integer NOT NULL,
	CONSTRAINT "batch_assertion_failed" CHECK("batch_assertions"."held" = 1)
);
--> statement-breakpoint
CREATE TABLE `directory` (
	`key` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`target` text,
	`auth` text,
	`content` text,
	`category` text,
	`allowed_categories` text,
	`seq` integer,
	`enabled` integer DEFAULT 1 NOT NULL,
	`planner_visible` integer DEFAULT 1 NOT NULL,
	`planner_rank` integer DEFAULT 100 NOT NULL,
	`input_schema` text,
	`examples` text,
	`sensitive` integer DEFAULT 0 NOT NULL,
	`runner` text,
	`includes` text,
	`output_schema` text,
	`effect` text,
	`timeout_ms` integer,
	`owner_only` integer DEFAULT 0 NOT NULL,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`contract_hash` text DEFAULT '' NOT NULL,
	CONSTRAINT "directory_type" CHECK("directory"."type" in ('fn', 'http', 'agent', 'flow')),
	CONSTRAINT "directory_effect" CHECK("directory"."effect" in ('read', 'write', 'destructive'))
);
--> statement-breakpoint
CREATE INDEX `directory_order` ON `directory` ("seq" is null,`seq`,`planner_rank`,`key`);--> statement-breakpoint
CREATE INDEX `directory_category` ON `directory` (`category`,`key`);--> statement-breakpoint
CREATE TABLE `directory_history` (
	`key` text NOT NULL,
	`version` integer NOT NULL,
	`row` text NOT NULL,
	`actor` text NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`key`, `version`)
);
--> statement-breakpoint
CREATE TABLE `ledger` (
	`seq` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`at` text NOT NULL,
	`payload` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `prompt_blocks` (
	`key` text PRIMARY KEY NOT NULL,
	`content` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `receipt_bodies` (
	`id` text PRIMARY KEY NOT NULL,
	`input` text,
	`input_artifact` text,
	`output` text,
	`output_artifact` text,
	`output_is_json` integer DEFAULT 0 NOT NULL,
	`salt` text NOT NULL,
	`upstream_status` integer,
	`warnings` text
);
--> statement-breakpoint
CREATE TABLE `receipts` (
	`id` text PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL,
	`key` text NOT NULL,
	`actor` text NOT NULL,
	`status` text NOT NULL,
	`trace` text NOT NULL,
	`parent` text,
	`started_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `receipts_key` ON `receipts` (`key`,`started_at`);--> statement-breakpoint
CREATE INDEX `receipts_started` ON `receipts` (`started_at`);--> statement-breakpoint
CREATE INDEX `receipts_trace` ON `receipts` (`trace`);--> statement-breakpoint
CREATE INDEX `receipts_parent` ON `receipts` (`parent`);